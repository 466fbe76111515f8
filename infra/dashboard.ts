import { Duration, Stack } from "aws-cdk-lib";
import { AlarmStatusWidget, AlarmWidget, Dashboard, TextWidget } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { brand } from "../shared/site/brand.ts";
import { type Alarms, chapterUrl } from "./alarms.ts";
import {
  functionWidgets,
  GRID_COLUMNS,
  logWidgets,
  visitorWidgets,
  type MeasuredResources,
} from "./dashboard-widgets.ts";
import type { StageSettings } from "./stage-settings.ts";

type DashboardProps = MeasuredResources & { settings: StageSettings; alarms: Alarms };

/** The size of each of `count` widgets, such that the last row has no gap at its end if possible. */
const widgetSize = (count: number) => {
  const columns = [3, 4, 2].find((number) => count % number === 0) ?? 4;
  return { width: GRID_COLUMNS / columns, height: 5 };
};

/**
 * The stage's figures on one page: orders and money, response times, mail, and every alarm in `createdAlarms` with its chapter
 * of the runbook.
 * It uses AWS's own metrics, the metrics of the alarms and queries of the logs, because each further metric would cost
 * 0.30 dollars a month. An account's first three dashboards are free if they have at most 50 metrics each.
 */
export class ShopDashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    const alarmSize = widgetSize(props.alarms.createdAlarms.length);
    new Dashboard(this, "Dashboard", {
      dashboardName: stackName,
      defaultInterval: Duration.days(1),
      widgets: [
        [runbookLinks(stackName, props)],
        [
          new AlarmStatusWidget({
            title: "Alarms",
            alarms: props.alarms.createdAlarms.map(({ alarm }) => alarm),
            width: GRID_COLUMNS,
            height: 3,
          }),
        ],
        logWidgets(stackName),
        visitorWidgets(props),
        functionWidgets(stackName, props),
        props.alarms.createdAlarms.map(
          ({ alarm, chapter }) => new AlarmWidget({ alarm, title: chapter, ...alarmSize }),
        ),
      ],
    });
  }
}

/** Links to the runbook's chapters, which say what to do about each alarm. */
function runbookLinks(stackName: string, { settings: { runbookUrl }, alarms }: DashboardProps): TextWidget {
  const chapters = alarms.createdAlarms.map(({ chapter }) =>
    runbookUrl === undefined ? chapter : `[${chapter}](${chapterUrl(chapter, runbookUrl)})`,
  );
  const runbook = runbookUrl === undefined ? "`infra/RUNBOOK.md`" : `[The runbook](${runbookUrl})`;
  return new TextWidget({
    markdown: `# ${brand.name}: ${stackName}\n${runbook} says what to do: ${chapters.join(" · ")}`,
    width: GRID_COLUMNS,
    height: 3,
  });
}

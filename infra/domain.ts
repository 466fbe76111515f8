import { Certificate, CertificateValidation, type ICertificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Distribution } from "aws-cdk-lib/aws-cloudfront";
import { AaaaRecord, ARecord, HostedZone, RecordTarget, type IHostedZone } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import { Construct } from "constructs";
import type { StageSettings } from "./stage-settings.ts";

type DomainProps = Pick<StageSettings, "hostedZone" | "certificateArn"> & { name: string };

/** The shop's domain: the certificate and, if the domain's zone is in Route 53, the address records. */
export class Domain extends Construct {
  readonly name: string;
  readonly certificate: ICertificate;
  private readonly zone: IHostedZone | undefined;

  constructor(scope: Construct, id: string, { name, hostedZone, certificateArn }: DomainProps) {
    super(scope, id);
    this.name = name;
    this.zone =
      hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, "Zone", {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
    this.certificate = certificateArn
      ? Certificate.fromCertificateArn(this, "Certificate", certificateArn)
      : new Certificate(this, "Certificate", {
          domainName: name,
          validation: CertificateValidation.fromDns(this.zone),
        });
  }

  pointTo(distribution: Distribution): void {
    if (!this.zone) return;
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new ARecord(this, "Address", { zone: this.zone, recordName: this.name, target });
    new AaaaRecord(this, "AddressV6", { zone: this.zone, recordName: this.name, target });
  }
}

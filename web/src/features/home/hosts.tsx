import { home } from "../../../../shared/site/home.ts";
import { hosts } from "../../../../shared/site/hosts.ts";
import { Reveal } from "../../ui/reveal.tsx";
import styles from "./hosts.module.css";

export function Hosts() {
  if (hosts.length === 0) return null;
  return (
    <Reveal as="section" aria-labelledby="hosts" className="container section">
      <div className={styles.head}>
        <h2 id="hosts">{home.hosts.heading}</h2>
        <p className="lead">{home.hosts.lead}</p>
      </div>
      <div className={styles.hosts}>
        {hosts.map((host) => (
          <article key={host.id} className={styles.host}>
            <img
              src={host.image}
              alt={host.imageAlt}
              width={800}
              height={800}
              loading="lazy"
              decoding="async"
              className={styles.portrait}
            />
            <div className={styles.text}>
              <p className={styles.role}>{host.role}</p>
              <h3 className={styles.name}>{host.name}</h3>
              {host.bio.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              <p className={styles.pour}>
                <span className={styles.prompt} aria-hidden="true">
                  {home.hosts.pour(host.name.split(" ")[0] ?? "")}
                </span>
                {host.pour}
              </p>
            </div>
          </article>
        ))}
      </div>
    </Reveal>
  );
}

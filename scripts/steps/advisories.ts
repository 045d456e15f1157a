/** A published vulnerability of a package that the product runs with. */
export interface Advisory {
  package: string
  url: string
  severity: string
  title: string
}

/** An advisory that does not affect the product, and the reason. */
export interface AcceptedAdvisory {
  url: string
  reason: string
}

interface Via {
  name: string
  url: string
  severity: string
  title: string
}

/** The advisories in the JSON of `npm audit`, each once; undefined if no registry answered. */
export function advisoriesOf(auditJson: string): Advisory[] | undefined {
  let report: { vulnerabilities?: Record<string, { via: (Via | string)[] }> }
  try {
    report = JSON.parse(auditJson) as typeof report
  } catch {
    return undefined
  }
  if (!report.vulnerabilities) return undefined
  // npm lists a package that is affected only through another one as a string
  const found = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((each) => typeof each !== 'string')
  return [...new Map(found.map(({ name, ...rest }) => [rest.url, { package: name, ...rest }])).values()]
}

/** The lines to print: new advisories first, then the accepted ones, each with its reason. */
export function advisoryLines(found: Advisory[] | undefined, accepted: AcceptedAdvisory[]): string[] {
  if (!found) return ['not run: no registry answered']
  const reasons = new Map(accepted.map(({ url, reason }) => [url, reason]))
  const lineOf = ({ package: name, severity, title, url }: Advisory) => `${severity}: ${name}: ${title} (${url})`
  const isNew = ({ url }: Advisory) => !reasons.has(url)
  const stale = accepted.filter(({ url }) => !found.some((each) => each.url === url))
  return [
    ...found.filter(isNew).map(lineOf),
    ...found.filter((each) => !isNew(each)).map((each) => `accepted: ${lineOf(each)}: ${reasons.get(each.url)}`),
    ...stale.map(({ url }) => `accepted but not reported any more: ${url}`),
    `${found.filter(isNew).length} new, ${found.filter((each) => !isNew(each)).length} accepted`,
  ]
}

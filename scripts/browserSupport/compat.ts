import bcd, {
  type BrowserName,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data/forLegacyNode'
import { oldestBrowsers } from '../oldestBrowsers.ts'

/** A feature in the compatibility data, for example `api.Element.checkVisibility`. */
export type Feature = readonly string[]

/** A feature that a file uses. */
export interface Use {
  file: string
  line: number
  feature: Feature
  /** the file also has it with the prefix `-webkit-` */
  isPrefixed?: boolean
}

function entry(feature: Feature): Identifier | undefined {
  // below its top level, the data is a tree of identifiers
  let here = bcd as unknown as Identifier | undefined
  for (const key of feature) here = here && Object.hasOwn(here, key) ? here[key] : undefined
  return here
}

/** Whether the data contains a feature. */
export const isKnown = (feature: Feature) => entry(feature)?.__compat !== undefined

/** The names below a feature. */
export const namesBelow = (...feature: Feature) => Object.keys(entry(feature) ?? {}).filter((key) => key !== '__compat')

/** The oldest browsers that lack a feature; none if the data does not contain it. */
export function lackedBy({ feature, isPrefixed = false }: Pick<Use, 'feature' | 'isPrefixed'>): string[] {
  const support = entry(feature)?.__compat?.support
  if (!support) return []
  return Object.entries(oldestBrowsers).flatMap(([browser, version]) => {
    // the data has these browsers
    const statements = [support[browser as BrowserName] ?? []].flat()
    const has = statements.length === 0 || statements.some((statement) => includes(statement, version, isPrefixed))
    return has ? [] : [`${browser} ${version}`]
  })
}

/**
 * Whether a statement says that a version has the feature, without settings and under the standard name or its prefix.
 */
function includes(statement: SimpleSupportStatement, version: string, isPrefixed: boolean): boolean {
  const { version_added, version_removed, flags, prefix, alternative_name } = statement
  if (flags || alternative_name || (prefix && !(isPrefixed && prefix === '-webkit-'))) return false
  if (typeof version_added !== 'string' || version_added === 'preview') return false
  if (typeof version_removed === 'string' && compare(version_removed, version) <= 0) return false
  return compare(version_added, version) <= 0
}

function compare(one: string, other: string): number {
  const [a = [], b = []] = [one, other].map((version) => version.replace('≤', '').split('.').map(Number))
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
}

/** The first of several names that the data contains. */
export const firstKnown = (candidates: Feature[]) => candidates.find(isKnown)

/** Interfaces of browsers by the names of their members. */
const ownersByMember = Map.groupBy(
  namesBelow('api').flatMap((owner) => namesBelow('api', owner).map((member): Feature => ['api', owner, member])),
  ([, , member]) => member ?? '',
)

/** A member of an interface of the language or of browsers. */
export function memberFeature(owner: string, member: string): Feature | undefined {
  const known = firstKnown([
    ['javascript', 'builtins', owner, member],
    ['javascript', 'builtins', 'Intl', owner, member],
    ['api', owner, member],
    ['api', owner, `${member}_static`],
  ])
  if (known) return known
  // a member of a mixin: the data lists it below the interfaces that include the mixin
  const owners = [...(ownersByMember.get(`${member}_static`) ?? []), ...(ownersByMember.get(member) ?? [])]
  return owners.find((feature) => lackedBy({ feature }).length === 0) ?? owners[0]
}

/** A member of a global object, by its name in the code: undefined for objects that only have a similar name. */
export function globalMember(owner: string, member: string): Feature | undefined {
  if (!/^[A-Z][a-z]/.test(owner)) return undefined
  const feature = memberFeature(owner, member)
  return feature?.includes(owner) ? feature : undefined
}

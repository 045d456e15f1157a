import { isRecord } from '../../src/model/wire/json.ts'

/** Compares a response with a recorded one, without the parts that vary from run to run. */

/** Fields that are ignored at every depth. */
const varying = new Set([
  'changed_on',
  'created_on',
  'changed_on_utc',
  'dttm',
  'last_saved_at',
  'thumbnail_url',
  'uuid',
  'last_modified_time',
  'key',
  'time',
  'modified',
])
const isVarying = (key: string) => varying.has(key) || key.endsWith('_humanized')

/** Fields that differ between engines. */
const ofTheEngine = new Set([
  'backend',
  'driver',
  'parameters',
  'parameters_schema',
  'sqlalchemy_uri',
  'configuration_method',
  'engine_information',
  'time_grain_sqla',
  'select_star',
  'selectStar',
  'metadata_params',
])

/** Fields of later releases that this server adds. */
const later = new Set([
  'catalog',
  'currency',
  'currency_formats',
  'normalize_columns',
  'always_filter_main_dttm',
  'changed_by',
  'created_by',
])

/** Fields with the number of items of a long list, whose recording is truncated. */
const counts = new Set(['rows_total', 'checks', 'indexnames_total'])

const jsonTexts = new Set(['params', 'query_context', 'json_metadata', 'position_json', 'extra', 'template_params'])

/** Paths at which the responses differ, with both values; empty if they are equal. */
export function differences(recorded: unknown, ours: unknown, path = '', ignored: readonly string[] = []): string[] {
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    if (recorded.length !== ours.length) return [`${path}: ${recorded.length} items recorded, ${ours.length} here`]
    return recorded.flatMap((item, at) => differences(item, ours[at], `${path}[${at}]`, ignored))
  }
  if (isRecord(recorded) && isRecord(ours) && Object.keys(recorded).some((key) => counts.has(key)))
    return cutDifferences(recorded, ours, path, ignored)
  if (isRecord(recorded) && isRecord(ours)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(ours)])
    return [...keys].flatMap((key) => {
      if (key === 'validate') return differences(lengths(recorded[key]), lengths(ours[key]), `${path}.${key}`, ignored)
      if (isVarying(key) || ofTheEngine.has(key) || ignored.includes(key)) return []
      if (!(key in recorded)) return later.has(key) ? [] : [`${path}.${key}: not recorded, ${show(ours[key])} here`]
      if (!(key in ours)) return [`${path}.${key}: ${show(recorded[key])} recorded, missing here`]
      return differences(parsed(key, recorded[key]), parsed(key, ours[key]), `${path}.${key}`, ignored)
    })
  }
  return sameText(recorded, ours) ? [] : [`${path}: ${show(recorded)} recorded, ${show(ours)} here`]
}

/** The length rules of a form field. Other rules are string forms of Python objects. */
const lengths = (rules: unknown) =>
  (Array.isArray(rules) ? rules : []).filter((rule) => String(rule).startsWith('<Length'))

/** Issues are identified by their number; their texts differ. */
const issue = (value: unknown) => (typeof value === 'string' ? /^Issue \d+ - /.exec(value)?.[0] : undefined)

const sameText = (recorded: unknown, ours: unknown) =>
  Object.is(recorded, ours) || (issue(recorded) !== undefined && issue(recorded) === issue(ours))

/** Compares the length of a truncated list, and the items that were recorded. */
function cutDifferences(
  recorded: Record<string, unknown>,
  ours: Record<string, unknown>,
  path: string,
  ignored: readonly string[],
): string[] {
  const cut = { ...ours }
  const wrong: string[] = []
  for (const [key, count] of [
    ['data', 'rows_total'],
    ['indexnames', 'indexnames_total'],
  ] as const) {
    const [kept, list] = [recorded[key], ours[key]]
    if (!(count in recorded) || !Array.isArray(kept) || !Array.isArray(list)) continue
    if (list.length !== recorded[count])
      wrong.push(`${path}.${key}: ${show(recorded[count])} recorded, ${list.length} here`)
    cut[key] = list.slice(0, kept.length)
  }
  const kept = Object.fromEntries(Object.entries(recorded).filter(([key]) => !counts.has(key)))
  return [...wrong, ...differences(kept, cut, path, ignored)]
}

function parsed(key: string, value: unknown): unknown {
  if (!jsonTexts.has(key) || typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const show = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 160)

import type { KnownRoute } from '../routeTable.ts'

export type ObjectKind = 'chart' | 'dashboard' | 'dataset' | 'database'
export type ObjectIds = Record<ObjectKind, number>

/** Addresses with a type as a parameter: the values of the parameter, and the kind of object that each value means. */
const typed: [RegExp, [word: string, kind: ObjectKind][]][] = [
  [
    /\/(datasource|datasource\/get|datasource\/external_metadata|explore|explore_json|filter)\/:type\/:id/,
    [['table', 'dataset']],
  ],
  [
    /\/data_access\/:kind\/:id/,
    [
      ['dataset', 'dataset'],
      ['database', 'database'],
    ],
  ],
  [
    /\/(tag|tagview\/tags)\/:type\/:(id|objectId)/,
    [
      ['chart', 'chart'],
      ['dashboard', 'dashboard'],
      ['dataset', 'dataset'],
    ],
  ],
  [
    /\/favstar\/:className\/:id/,
    [
      ['slice', 'chart'],
      ['Dashboard', 'dashboard'],
    ],
  ],
]
const plain: [RegExp, ObjectKind][] = [
  [/\/(tables|extra_table_metadata|estimate_query_cost|dialect)\/:id/, 'database'],
  [/\/(slice\/:id|slice_json\/:sliceId)/, 'chart'],
  [/\/superset\/(add_slices|copy_dash|save_dash|dashboard)\/:(id|idOrSlug)/, 'dashboard'],
]

/** The addresses of a route with the id of each kind of object that it names. */
export function addressesOf({ url }: Pick<KnownRoute, 'url'>, ids: ObjectIds): { kind: ObjectKind; url: string }[] {
  const filled = (text: string, id: number) =>
    text
      .replace(/:(id|idOrSlug|objectId|sliceId)\b/, String(id))
      .replace(':action', 'count')
      .replaceAll(/:\w+|\*/g, '1')
  const kind = (/\/(chart|dashboard|dataset|database)\/:(id|idOrSlug)\b/.exec(url)?.[1] ??
    plain.find(([pattern]) => pattern.test(url))?.[1]) as ObjectKind | undefined
  if (kind) return [{ kind, url: filled(url, ids[kind]) }]
  const words = typed.find(([pattern]) => pattern.test(url))?.[1] ?? []
  return words.map(([word, named]) => ({
    kind: named,
    url: filled(url.replace(/:(type|kind|className)\b/, word), ids[named]),
  }))
}

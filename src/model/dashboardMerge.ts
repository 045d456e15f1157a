/** Two saves of one dashboard that were made of the same past: what each changed, and both in one. Pure. */
import { addAtEnd, type DashboardDocument } from './dashboardEdit.ts'
import { saveMetadata } from './dashboardSave.ts'
import { isRecord, parseObject } from './json.ts'
import { chartsIn, parseLayout } from './layout.ts'
import { type Component, component, type Position, ROOT_ID, subtree } from './layoutEdit.ts'

/** One thing that another save changed and this one would overwrite. */
export interface Difference {
  key: string
  theirs: string
  mine: string
}

const pretty = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, sortedKeys, 2)

function sortedKeys(_key: string, value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
}

/**
 * What another save changed since `base` and saving `mine` would undo or replace. Layouts are told by what they hold;
 * metadata by what is stored of them, so that keys which saving only fills in are no change.
 */
export function differences(theirs: DashboardDocument, mine: DashboardDocument, base: DashboardDocument): Difference[] {
  return compared(theirs, mine, base)
    .filter(({ theirs: text, before }) => text !== before)
    .map(({ before: _before, ...difference }) => difference)
}

/** What saving `mine` is about: the stored values that it replaces by other ones, and those of `base` it only puts back. */
export function overwriting(
  theirs: DashboardDocument,
  mine: DashboardDocument,
  base: DashboardDocument,
): { replaced: Difference[]; putBack: string[] } {
  const [replaced, putBack]: [Difference[], string[]] = [[], []]
  for (const { before, ...difference } of compared(theirs, mine, base)) {
    if (difference.mine === before) putBack.push(difference.key)
    else replaced.push(difference)
  }
  return { replaced, putBack }
}

/** Where two documents are not the same, and what stood there before both. */
function compared(
  theirs: DashboardDocument,
  mine: DashboardDocument,
  base: DashboardDocument,
): (Difference & { before: string })[] {
  const [left, right, past] = [told(theirs), told(mine), told(base)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((key) => ({ key, theirs: left.get(key) ?? '', mine: right.get(key) ?? '', before: past.get(key) ?? '' }))
    .filter((found) => found.theirs !== found.mine)
}

/**
 * Both saves in one: what `mine` left as it was in `base` is taken from `theirs`. The layout counts as one part, and so
 * does each key of the metadata; where both changed a part, mine counts, and what they added to the layout stands at its
 * end.
 */
export function mergeDocuments(
  theirs: DashboardDocument,
  mine: DashboardDocument,
  base: DashboardDocument,
): DashboardDocument {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a, sortedKeys) === JSON.stringify(b, sortedKeys)
  const pick = <T>(a: T, b: T, before: T): T => (isSame(b, before) ? a : b)
  const keys = new Set([...Object.keys(theirs.metadata), ...Object.keys(mine.metadata)])
  const metadata = Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = pick(theirs.metadata[key], mine.metadata[key], base.metadata[key])
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
  const parts = ['title', 'slug', 'css', 'certifiedBy', 'certificationDetails', 'owners'] as const
  const picked = Object.fromEntries(parts.map((part) => [part, pick<unknown>(theirs[part], mine[part], base[part])]))
  const isUntouched = ({ position }: DashboardDocument) => isSame(position, base.position)
  const position =
    isUntouched(mine) || isUntouched(theirs)
      ? pick(theirs.position, mine.position, base.position)
      : withAdded(mine.position, theirs.position, base.position)
  return { ...mine, ...picked, position, metadata }
}

/** Whether another save only put charts or texts at the end: nothing else has to be decided. */
export function hasOnlyMore(theirs: DashboardDocument, base: DashboardDocument): boolean {
  const more = { ...base, position: withAdded(base.position, theirs.position, base.position) }
  return differences(theirs, more, base).length === 0
}

/** A layout with the charts and texts that another one has and neither it nor their common past. */
function withAdded(mine: Position, theirs: Position, base: Position): Position {
  const placed = new Set([...chartsIn(parseLayout(mine).root), ...chartsIn(parseLayout(base).root)])
  let position = mine
  for (const id of subtree(theirs, ROOT_ID)) {
    const item = component(theirs, id)
    if (!item || id in base || id in mine) continue
    const isNew = item.type === 'MARKDOWN' || (item.type === 'CHART' && !placed.has(Number(item.meta?.['chartId'])))
    const edit = isNew ? addAtEnd(position, item, {}, (type) => `${type}-${id}`) : undefined
    if (edit?.ok) position = edit.value
  }
  return position
}

/** A document as texts that people can compare, by key. */
function told(document: DashboardDocument): Map<string, string> {
  const { positions: _positions, ...sent } = document.metadata
  const metadata = parseObject(saveMetadata(sent, new Map()).json_metadata)
  const texts: [string, unknown][] = [
    ['dashboard_title', document.title],
    ['slug', document.slug],
    ['css', document.css],
    ['certified_by', document.certifiedBy],
    ['certification_details', document.certificationDetails],
    ['owners', ownerNames(document)],
    ['positions', outline(document.position)],
    ...Object.entries(metadata)
      .filter(([key]) => key !== 'default_filters')
      .map(([key, value]): [string, unknown] => [`json_metadata.${key}`, value]),
  ]
  return new Map(texts.map(([key, value]) => [key, pretty(value)]))
}

const ownerNames = ({ owners }: DashboardDocument) =>
  owners.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join('\n')

/** The layout as indented lines. */
function outline(position: Position): string {
  const lines: string[] = []
  const visit = (id: string, depth: number) => {
    const item = component(position, id)
    if (!item) return
    lines.push(`${'  '.repeat(depth)}${describe(item)}`)
    for (const child of item.children) visit(child, depth + 1)
  }
  for (const child of component(position, ROOT_ID)?.children ?? []) visit(child, 0)
  return lines.join('\n')
}

function describe({ type, meta = {} }: Component): string {
  const name =
    meta['sliceNameOverride'] || meta['sliceName'] || meta['text'] || String(meta['code'] ?? '').split('\n')[0]
  const size = [meta['width'], meta['height']].filter((each) => each !== undefined).join(' × ')
  return [type.toLowerCase(), typeof name === 'string' ? name : '', size && `(${size})`].filter(Boolean).join(' ')
}

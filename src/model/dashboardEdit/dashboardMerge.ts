/** Merges two saves of a dashboard that are based on the same version: what each changed, and both combined. Pure. */

import { sharedColorKeys } from '../dashboard/dashboardMetadata.ts'
import { isRecord, parseObject } from '../wire/json.ts'
import type { DashboardDocument } from './dashboardEdit.ts'
import { compactSorted, saveMetadata } from './dashboardSave.ts'
import { type ElementDifference, elementDifferences } from './layoutDifference.ts'
import { mergeLayouts } from './layoutMerge.ts'

/** Any part except the layout that differs between two saves: `css`, `json_metadata.color_scheme`, … */
export interface PartDifference {
  key: string
  before: string
  theirs: string
  mine: string
}

/** The differences between two saves. */
export interface Differences {
  parts: PartDifference[]
  elements: ElementDifference[]
}

export interface MergedDocument {
  document: DashboardDocument
  /** Parts that both changed: the merge has my version. Keys of parts, ids of components. */
  clashes: { parts: string[]; elements: string[] }
}

const pretty = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, sortedKeys, 2)

function sortedKeys(_key: string, value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
}

/**
 * The differences between the stored version and the version to save, with the common base. Metadata are compared in
 * their stored form, so that keys that saving only fills in do not count as changes.
 */
export function differences(theirs: DashboardDocument, mine: DashboardDocument, base: DashboardDocument): Differences {
  const [left, right, past] = [told(theirs), told(mine), told(base)]
  return {
    parts: [...new Set([...left.keys(), ...right.keys()])]
      .map((key) => ({
        key,
        before: past.get(key) ?? '',
        theirs: left.get(key) ?? '',
        mine: right.get(key) ?? '',
      }))
      .filter((found) => found.theirs !== found.mine),
    elements: elementDifferences(theirs.position, mine.position, base.position),
  }
}

/** Changes of the other save that saving `mine` would revert or replace: keys of parts and ids of components. */
export function changedByThem({ parts, elements }: Differences): string[] {
  return [
    ...parts.filter(({ theirs, before }) => theirs !== before).map(({ key }) => key),
    ...elements.filter(({ theirs }) => theirs.changes.length > 0).map(({ id }) => id),
  ]
}

/** Whether a key of the metadata stores automatically assigned colors: nobody chose them, so the last save wins. */
const isSharedOut = (key: string) => sharedColorKeys.some((name) => name === key)

/** Metadata that are merged entry by entry: filters, and settings per chart or label. */
const mergedByEntry = ['native_filter_configuration', 'chart_configuration', 'label_colors']

const same = (a: unknown, b: unknown) => compactSorted(a) === compactSorted(b)

/**
 * Combines both saves: what `mine` did not change since `base` is taken from `theirs`. Parts are the title, the CSS and
 * so on, each key of the metadata, and each component of the layout. If both changed a part, mine wins.
 */
export function mergeDocuments(
  theirs: DashboardDocument,
  mine: DashboardDocument,
  base: DashboardDocument,
): MergedDocument {
  const clashes: string[] = []
  const pick = <T>(a: T, b: T, before: T, key: string): T => {
    if (same(b, before)) return a
    if (!same(a, before) && !same(a, b)) clashes.push(key)
    return b
  }
  const keys = new Set([...Object.keys(theirs.metadata), ...Object.keys(mine.metadata)])
  const metadata = Object.fromEntries(
    [...keys].flatMap((key) => {
      const [left, right, past] = [theirs.metadata[key], mine.metadata[key], base.metadata[key]]
      const byEntry = mergedByEntry.includes(key) ? mergeEntries(left, right, past) : undefined
      const value = isSharedOut(key) ? (right ?? left) : (byEntry ?? pick(left, right, past, `json_metadata.${key}`))
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
  const picked = Object.fromEntries(
    Object.entries(partKeys).map(([part, key]) => {
      const name = part as keyof typeof partKeys
      return [part, pick<unknown>(theirs[name], mine[name], base[name], key)]
    }),
  )
  const layout = mergeLayouts(theirs.position, mine.position, base.position)
  return {
    document: { ...mine, ...picked, position: layout.position, metadata },
    clashes: { parts: clashes, elements: layout.clashes },
  }
}

/** Merges lists of objects with ids, or records, entry by entry; undefined if both changed the same entry. */
function mergeEntries(theirs: unknown, mine: unknown, base: unknown): unknown {
  const [left, right, past] = [entriesOf(theirs), entriesOf(mine), entriesOf(base)]
  if (!left || !right || !past) return undefined
  const [first, second] = same([...right.keys()], [...past.keys()]) ? [left, right] : [right, left]
  const merged: [string, unknown][] = []
  for (const id of new Set([...first.keys(), ...second.keys()])) {
    const [a, b, before] = [left.get(id), right.get(id), past.get(id)]
    if (!same(a, before) && !same(b, before) && !same(a, b)) return undefined
    const value = same(b, before) ? a : b
    if (value !== undefined) merged.push([id, value])
  }
  return Array.isArray(mine) ? merged.map(([, value]) => value) : Object.fromEntries(merged)
}

function entriesOf(value: unknown): Map<string, unknown> | undefined {
  if (isRecord(value)) return new Map(Object.entries(value))
  if (!Array.isArray(value)) return undefined
  const entries = value.map((entry: unknown): [unknown, unknown] => [isRecord(entry) ? entry['id'] : undefined, entry])
  const isNamed = (entry: [unknown, unknown]): entry is [string, unknown] => typeof entry[0] === 'string'
  return entries.every(isNamed) ? new Map(entries) : undefined
}

/** Whether another save only added charts or texts to the dashboard, so that the user need not decide anything. */
export function hasOnlyMore(theirs: DashboardDocument, base: DashboardDocument): boolean {
  const { parts, elements } = differences(theirs, base, base)
  const isAdded = ({ node, theirs: { changes } }: ElementDifference) =>
    changes.join() === 'added' && ['CHART', 'MARKDOWN', 'ROW'].includes(node.type)
  return parts.length === 0 && elements.every(isAdded)
}

const partKeys = {
  title: 'dashboard_title',
  slug: 'slug',
  css: 'css',
  certifiedBy: 'certified_by',
  certificationDetails: 'certification_details',
  owners: 'owners',
  roles: 'roles',
} as const

/** A document without its layout, as texts for comparison, by key. */
function told(document: DashboardDocument): Map<string, string> {
  const { positions: _positions, ...sent } = document.metadata
  const metadata = parseObject(saveMetadata(sent, new Map()).json_metadata)
  const texts: [string, unknown][] = [
    [partKeys.title, document.title],
    [partKeys.slug, document.slug],
    [partKeys.css, document.css],
    [partKeys.certifiedBy, document.certifiedBy],
    [partKeys.certificationDetails, document.certificationDetails],
    [partKeys.owners, ownerNames(document)],
    [partKeys.roles, (document.roles ?? []).map(({ name }) => name).join('\n')],
    ...Object.entries(metadata)
      .filter(([key]) => key !== 'default_filters' && !isSharedOut(key))
      .map(([key, value]): [string, unknown] => [`json_metadata.${key}`, value]),
  ]
  return new Map(texts.map(([key, value]) => [key, pretty(value)]))
}

const ownerNames = ({ owners }: DashboardDocument) =>
  owners.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join('\n')

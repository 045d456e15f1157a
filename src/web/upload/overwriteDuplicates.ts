import type { ColumnDraft } from './PreviewTable.tsx'

interface PreviewColumn {
  name: string
  source?: string
  repeats?: string
}

/** For each column that shares its name with others, by source: the name, and whether it is the last such column. */
function repeated(columns: readonly PreviewColumn[]) {
  const groups = new Map<string, string[]>()
  for (const { name, source = name, repeats } of columns) {
    const key = (repeats ?? name).toLowerCase()
    groups.set(key, [...(groups.get(key) ?? []), source])
  }
  const names = new Map(columns.map(({ repeats = '' }) => [repeats.toLowerCase(), repeats]))
  const found = new Map<string, { name: string; isLast: boolean }>()
  for (const [key, sources] of groups) {
    if (sources.length < 2) continue
    for (const source of sources) found.set(source, { name: names.get(key) ?? key, isLast: source === sources.at(-1) })
  }
  return found
}

/** If columns have the same name in the file, only the last one is kept under this name, or each gets a unique name. */
export function overwriteDuplicates(
  columns: readonly PreviewColumn[],
  drafts: readonly ColumnDraft[],
  overwrites: boolean,
): ColumnDraft[] {
  const found = repeated(columns)
  return drafts.map((draft) => {
    const own = found.get(draft.source)
    if (!own) return draft
    if (!overwrites) return { ...draft, isKept: true, name: draft.given }
    return { ...draft, isKept: own.isLast, name: own.isLast ? own.name : draft.given }
  })
}

export function isOverwritten(columns: readonly PreviewColumn[], drafts: readonly ColumnDraft[]): boolean {
  const found = repeated(columns)
  return drafts.every(({ source, isKept }) => found.get(source) === undefined || isKept === found.get(source)?.isLast)
}

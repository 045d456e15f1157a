import type { SearchedKind } from '../../api/search.ts'

/** The state of the search that the address restores. */
export interface SearchState {
  text: string
  /** undefined: all kinds */
  kind: SearchedKind | undefined
}

const kinds: ReadonlySet<string> = new Set(['Dashboard', 'Chart', 'Dataset', 'SavedQuery'] satisfies SearchedKind[])
const isKind = (kind: string | null): kind is SearchedKind => kind !== null && kinds.has(kind)

export function parseSearch(search: string): SearchState {
  const params = new URLSearchParams(search)
  const kind = params.get('kind')
  return { text: params.get('text') ?? '', kind: isKind(kind) ? kind : undefined }
}

/** The query string with its question mark; empty if there is no search. */
export function formatSearch({ text, kind }: SearchState): string {
  const params = new URLSearchParams({ ...(text === '' ? {} : { text }), ...(kind ? { kind } : {}) })
  return params.size === 0 ? '' : `?${params}`
}

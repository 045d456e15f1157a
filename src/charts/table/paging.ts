import type { ChartData } from '../../model/query/chartData.ts'
import type { TableOwnState } from './buildQuery.ts'
import type { TableForm } from './formData.ts'

/** With more cells than this a table is paged, unless a page length was selected. */
const manyCells = 5000
const automaticLength = 200

export interface Paging {
  /** number of rows of a page; 0: all on one page */
  pageSize: number
  /** counted from 0 */
  page: number
  /** total number of rows */
  rowCount: number
  /** whether a change of page sends a request */
  onServer: boolean
}

/** How a table is paged. `clientPage` and `clientSize` are the user's choices, if the browser pages. */
export function pagingOf(
  form: TableForm,
  data: ChartData[],
  ownState: TableOwnState,
  shown: { columns: number; rows: number },
  chosen: { page: number; pageSize?: number },
): Paging {
  if (form.server_pagination) {
    const counted = data[1]?.columns[0]?.[0]
    return {
      pageSize: ownState.pageSize ?? form.server_page_length,
      page: ownState.currentPage ?? 0,
      rowCount: typeof counted === 'number' ? counted : shown.rows,
      onServer: true,
    }
  }
  const automatic = shown.rows * shown.columns > manyCells ? automaticLength : 0
  const pageSize = chosen.pageSize ?? form.page_length ?? automatic
  const last = pageSize === 0 ? 0 : Math.max(0, Math.ceil(shown.rows / pageSize) - 1)
  return { pageSize, page: Math.min(chosen.page, last), rowCount: shown.rows, onServer: false }
}

const lengths = [10, 20, 50, 100, 200]

/** Useful page lengths: those up to twice the number of rows, the current one, and all (0). */
export function pageLengths({ rowCount, pageSize }: Paging): number[] {
  const useful = lengths.filter((length) => length <= rowCount * 2)
  const offered = pageSize > 0 && !useful.includes(pageSize) ? [...useful, pageSize].toSorted((a, b) => a - b) : useful
  return [...offered, 0]
}

import type { ExtraFormData } from '../../model/dashboard/dataMask.ts'

/** The filters that open dashboards add to charts, by page and chart, for charts that are opened from a dashboard. */
const key = 'sextant.dashboardFilters'
/** Maximum number of pages; the oldest ones are removed. */
const PAGES = 20

type OfPage = Readonly<Record<number, ExtraFormData>>

function read(): [page: string, filters: OfPage][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? (stored as [string, OfPage][]) : []
  } catch {
    return []
  }
}

/** Stores the filters of a page for all windows, because a chart may be opened in another window. */
export function keepDashboardFilters(page: string, filters: OfPage): void {
  const others = read().filter(([name]) => name !== page)
  const own: [string, OfPage][] = Object.keys(filters).length > 0 ? [[page, filters]] : []
  try {
    localStorage.setItem(key, JSON.stringify([...others, ...own].slice(-PAGES)))
  } catch {
    // if the storage is full, charts open without the filters
  }
}

export const dashboardFilters = (page: string | null, chartId: number): ExtraFormData | undefined =>
  page === null ? undefined : read().find(([name]) => name === page)?.[1][chartId]

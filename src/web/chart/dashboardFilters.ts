import type { ExtraFormData } from '../../model/dashboard/dataMask.ts'

/** What the filters of open dashboards add to their charts, by page and chart, for charts opened from there. */
const key = 'sextant.dashboardFilters'
/** The oldest pages are forgotten. */
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

/** Stored for all windows: a chart may be opened in another one. Without filters nothing is stored. */
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

import { lazy, Suspense } from 'react'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import css from './ChartBody.module.css'

const Markdown = lazy(() => import('../layout/Markdown.tsx'))

/** The description of a chart, above the chart. */
export function Description({ chart }: { chart: DashboardChart }) {
  if (!chart.description) return null
  return (
    <div className={css.description}>
      <Suspense fallback={null}>
        <Markdown code={chart.description} />
      </Suspense>
    </div>
  )
}

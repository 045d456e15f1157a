import { lazy, Suspense } from 'react'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import css from './ChartBody.module.css'

const Markdown = lazy(() => import('../layout/Markdown.tsx'))

/** What its author wrote about a chart, above the picture. */
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

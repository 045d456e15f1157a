import { lazy, useEffect } from 'react'
import { can } from '../../../api/bootstrap.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { canDrill } from '../../../drill/canDrill.ts'
import LeftOutBadge from '../../../leftOut/LeftOutBadge.tsx'
import { useLeftOut } from '../../../leftOut/useLeftOut.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { chartContext } from './chartContext.ts'
import { exploreHref } from './exploreHref.ts'

const texts = defineTexts('dashboard.leftOut', { edit: 'Edit chart' })

const ChartRows = lazy(() => import('./ChartRows.tsx'))

interface ChartLeftOutProps {
  chart: DashboardChart
  title: string
}

/** The badge of a tile whose chart does not show all of its rows. */
export default function ChartLeftOut({ chart, title }: ChartLeftOutProps) {
  const t = useText()
  const { store } = useSession()
  const { id } = chart
  const run = useDashboard((state) => state.runs[id])
  const datasources = useDashboard((state) => state.datasources)
  const answer = useLeftOut({
    key: ['dashboard', store.getState().id, id, run?.receivedAt],
    data: run?.result,
    datasource: datasources?.get(datasetIdOf(chart.form_data) ?? -1),
    contextOf: () => chartContext(store, id, 'full', 'json'),
  })
  const line = answer?.line
  const of = run?.result
  // the drawn chart reads the line from the store, because this component is loaded only if rows are missing
  useEffect(() => {
    if (line === undefined) return
    store.setState(({ leftOut }) => ({ leftOut: { ...leftOut, [id]: { of, line } } }))
  }, [store, id, of, line])
  if (!answer?.line) return null
  return (
    <LeftOutBadge
      small
      answer={answer}
      actions={() =>
        can('can_explore', 'Superset') ? (
          <ButtonLink size="xs" href={exploreHref(chart.id, store.getState().id)}>
            {t(texts.edit)}
          </ButtonLink>
        ) : null
      }
      rows={
        canDrill(chart.form_data)
          ? (opened, onClose) => <ChartRows chart={chart} title={title} opened={opened} onClose={onClose} />
          : undefined
      }
    />
  )
}

import { lazy, useState } from 'react'
import { can } from '../../../api/bootstrap.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { canDrill } from '../../../drill/canDrill.ts'
import type { LeftOutAnswer } from '../../../leftOut/askLeftOut.ts'
import LeftOutBadge from '../../../leftOut/LeftOutBadge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useSession } from '../state/session.ts'
import { exploreHref } from './exploreHref.ts'

const texts = defineTexts('dashboard.leftOut', { edit: 'Edit chart', rows: 'See these rows' })

const ChartRows = lazy(() => import('./ChartRows.tsx'))

interface ChartLeftOutProps {
  chart: DashboardChart
  title: string
  answer: LeftOutAnswer
}

/** The badge of a tile whose chart does not show all of its rows. */
export default function ChartLeftOut({ chart, title, answer }: ChartLeftOutProps) {
  const t = useText()
  const { store } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { without } = answer
  return (
    <>
      <LeftOutBadge
        small
        answer={answer}
        actions={(close) => (
          <>
            {without && canDrill(chart.form_data) ? (
              <Button
                size="xs"
                onClick={() => {
                  close()
                  setIsOpen(true)
                }}
              >
                {t(texts.rows)}
              </Button>
            ) : null}
            {can('can_explore', 'Superset') ? (
              <ButtonLink size="xs" href={exploreHref(chart.id, store.getState().id)}>
                {t(texts.edit)}
              </ButtonLink>
            ) : null}
          </>
        )}
      />
      {isOpen && without ? (
        <LazyPart onClose={() => setIsOpen(false)}>
          <ChartRows chart={chart} title={title} drill={without.drill} onClose={() => setIsOpen(false)} />
        </LazyPart>
      ) : null}
    </>
  )
}

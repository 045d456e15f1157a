import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { postChartData } from '../../../api/chartData.ts'
import { messageOf } from '../../../api/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { useSession } from '../state/session.ts'
import css from './ChartDialogs.module.css'
import type { ChartDialogProps } from './ChartDialogs.tsx'
import { chartContext } from './chartContext.ts'

const texts = defineTexts('dashboard.viewQuery', { title: 'View query', copy: 'Copy to clipboard', close: 'Close' })

/** The SQL of a chart under the filters of this moment. */
export default function ViewQuery({ chart, onClose }: ChartDialogProps) {
  const t = useText()
  const copy = useCopy()
  const { store } = useSession()
  const context = chartContext(store, chart.id, 'query', 'json')
  const answer = useQuery({
    queryKey: ['viewQuery', context],
    queryFn: ({ signal }) => (context ? postChartData(context, signal) : Promise.resolve([])),
  })
  const sql = answer.data?.map(({ query, error }) => query ?? error ?? '').join('\n\n')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={760}
      footer={
        <>
          <Button size="md" icon={<Copy size={14} />} disabled={!sql} onClick={() => void copy(sql ?? '')}>
            {t(texts.copy)}
          </Button>
          <Button size="md" variant="primary" onClick={onClose}>
            {t(texts.close)}
          </Button>
        </>
      }
    >
      {answer.isPending ? <Spinner /> : null}
      {answer.error ? <ErrorPanel message={messageOf(answer.error)} /> : null}
      {sql ? (
        // a scrolling region must be reachable by keyboard
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <pre className={css.sql} tabIndex={0}>
          {sql}
        </pre>
      ) : null}
    </Dialog>
  )
}

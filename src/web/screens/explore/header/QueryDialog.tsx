import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import { postChartData } from '../../../api/chartData.ts'
import { messageOf } from '../../../api/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ExploreHeader.module.css'

const texts = defineTexts('explore.viewQuery', { title: 'View query', copy: 'Copy to clipboard', close: 'Close' })

/** The SQL that the controls ask for now. */
export default function QueryDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const copy = useCopy()
  const { form, datasource } = useExplore()
  const answer = useQuery({
    queryKey: ['explore', 'query', form],
    gcTime: 0,
    queryFn: ({ signal }) => {
      const context = buildQueryContext({ formData: form, datasource, resultType: 'query' })
      return context ? postChartData(context, signal) : Promise.resolve([])
    },
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre className={css.sql} tabIndex={0}>
          {sql}
        </pre>
      ) : null}
    </Dialog>
  )
}

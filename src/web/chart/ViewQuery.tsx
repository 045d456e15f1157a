import { useQuery } from '@tanstack/react-query'
import { Copy, SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { can } from '../api/bootstrap.ts'
import { postQueryTexts } from '../api/chartData.ts'
import { messageOf } from '../api/failure.ts'
import { openInSqlLab } from '../api/openInSqlLab.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RegionBoundary } from '../ui/RegionBoundary.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { useCopy } from '../ui/useCopy.ts'
import css from './ViewQuery.module.css'

const texts = defineTexts('viewQuery', {
  title: 'View query',
  copy: 'Copy to clipboard',
  sqlLab: 'View in SQL Lab',
  close: 'Close',
})

const SqlText = lazy(() => import('./SqlText.tsx'))

export interface ViewQueryProps {
  /** builds the query context, with the result type `query`; null if the chart type is not supported */
  contextOf: () => Promise<QueryContext | null>
  onClose: () => void
}

/** The SQL of a chart, one block per query. */
export function ViewQuery({ contextOf, onClose }: ViewQueryProps) {
  const t = useText()
  const copy = useCopy()
  const answer = useQuery({
    queryKey: ['viewQuery', useId()],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const context = await contextOf()
      if (context === null) return []
      const { id, type } = context.datasource
      const source = `${id}__${type}`
      return (await postQueryTexts(context, signal)).map((text) => ({ ...text, source }))
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={760}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      {answer.isPending ? <Spinner /> : null}
      {answer.error ? <ErrorPanel message={messageOf(answer.error)} onRetry={() => void answer.refetch()} /> : null}
      <div className={css.queries}>
        {answer.data?.map(({ query, error, source }, index) =>
          query === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a query is identified by its position
            <ErrorPanel key={index} message={error ?? ''} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a query is identified by its position
            <div key={index} className={css.query}>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, no key scrolls it */}
              <pre className={css.sql} tabIndex={0}>
                <RegionBoundary>
                  <Suspense fallback={query}>
                    <SqlText sql={query} />
                  </Suspense>
                </RegionBoundary>
              </pre>
              <span className={css.tools}>
                {can('can_sqllab', 'Superset') ? (
                  <IconButton
                    label={t(texts.sqlLab)}
                    icon={<SquareTerminal size={14} />}
                    onClick={(event) =>
                      openInSqlLab({ sql: query, datasourceKey: source }, event.ctrlKey || event.metaKey)
                    }
                  />
                ) : null}
                <IconButton label={t(texts.copy)} icon={<Copy size={14} />} onClick={() => void copy(query)} />
              </span>
            </div>
          ),
        )}
      </div>
    </Dialog>
  )
}

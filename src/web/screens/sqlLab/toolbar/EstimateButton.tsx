import { useMutation, useQuery } from '@tanstack/react-query'
import { hasFlag } from '../../../api/bootstrap.ts'
import { messageOf } from '../../../api/failure.ts'
import { editorDatabasesQuery, estimateCost } from '../../../api/sqlLab.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { hasStatement } from '../editor/statements.ts'
import type { LabTab } from '../state/labTypes.ts'
import css from './Toolbar.module.css'

const texts = defineTexts('sqlLab.estimate', {
  all: 'Estimate cost',
  selected: 'Estimate selected query cost',
  title: 'Cost estimate',
  close: 'Close',
})

export interface EstimateButtonProps {
  tab: LabTab
  sql: string
  isSelection: boolean
}

/** Requests the estimated cost of a query, if the database is configured for it. */
export function EstimateButton({ tab, sql, isSelection }: EstimateButtonProps) {
  const t = useText()
  const databases = useQuery(editorDatabasesQuery)
  const allowed = databases.data?.find(({ id }) => id === tab.databaseId)?.allows_cost_estimate
  const estimate = useMutation({
    mutationFn: () =>
      estimateCost({
        database_id: tab.databaseId ?? 0,
        sql,
        schema: tab.schema,
        template_params: tab.templateParams,
      }),
  })
  if (!hasFlag('ESTIMATE_QUERY_COST') || !allowed) return null
  return (
    <>
      <Button disabled={!hasStatement(sql)} onClick={() => estimate.mutate()}>
        {t(isSelection ? texts.selected : texts.all)}
      </Button>
      <Dialog
        open={!estimate.isIdle}
        onClose={() => estimate.reset()}
        title={t(texts.title)}
        footer={
          <Button size="md" variant="primary" onClick={() => estimate.reset()}>
            {t(texts.close)}
          </Button>
        }
      >
        {estimate.isPending ? <Spinner /> : null}
        {estimate.isError ? <ErrorPanel message={messageOf(estimate.error)} /> : null}
        {estimate.data?.map((costs, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a statement is identified by its position
          <dl key={at} className={css.cost}>
            {Object.entries(costs).flatMap(([name, value]) => [
              <dt key={name}>{name}</dt>,
              <dd key={`${name} value`}>{value}</dd>,
            ])}
          </dl>
        ))}
      </Dialog>
    </>
  )
}

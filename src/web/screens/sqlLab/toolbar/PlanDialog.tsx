import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import type { PlanStep } from '../../../../model/sqlLab/queryPlan.ts'
import { messageOf } from '../../../api/failure.ts'
import { explainSql } from '../../../api/sqlLab.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import type { LabTab } from '../state/labTypes.ts'
import css from './PlanDialog.module.css'

const texts = defineTexts('sqlLab.plan', {
  title: 'Query plan',
  hint: 'The database runs the innermost steps first. Rows and costs are its estimates.',
  none: 'There is no query to explain.',
  rows: '{rows, plural, one {# row} other {# rows}}',
  cost: 'cost {cost}',
  close: 'Close',
})

/** The query plan of a text, as a tree; the query itself is not run. */
export function PlanDialog({ tab, sql, onClose }: { tab: LabTab; sql: string; onClose: () => void }) {
  const t = useText()
  const plan = useQuery({
    queryKey: ['sqlLab', 'plan', useId()],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => {
      const { id, databaseId, schema, templateParams } = tab
      const place = { database_id: databaseId ?? 0, schema, sql_editor_id: String(id) }
      return explainSql({ ...place, sql, template_params: templateParams }, signal)
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
      {plan.isPending ? <Spinner /> : null}
      {plan.isError ? <ErrorPanel message={messageOf(plan.error)} onRetry={() => void plan.refetch()} /> : null}
      {plan.data?.length === 0 ? <p className={css.hint}>{t(texts.none)}</p> : null}
      {plan.data && plan.data.length > 0 ? <p className={css.hint}>{t(texts.hint)}</p> : null}
      {plan.data?.map((steps, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a statement is identified by its position
        <Steps key={at} steps={steps} isRoot />
      ))}
    </Dialog>
  )
}

function Steps({ steps, isRoot = false }: { steps: readonly PlanStep[]; isRoot?: boolean }) {
  if (steps.length === 0) return null
  return (
    <ul className={isRoot ? css.root : css.steps}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
        <li key={at}>
          <Step step={step} />
          <Steps steps={step.children} />
        </li>
      ))}
    </ul>
  )
}

const decimals = { maximumFractionDigits: 1 }

function Step({ step: { title, subject, rows, cost, details } }: { step: PlanStep }) {
  const t = useText()
  const { formatNumber } = useIntl()
  return (
    <div className={css.step}>
      <span className={css.title}>{title}</span>
      {subject === '' ? null : <code className={css.subject}>{subject}</code>}
      <span className={css.figures}>
        {rows === null ? null : <span>{t(texts.rows, { rows })}</span>}
        {cost === null ? null : <span>{t(texts.cost, { cost: formatNumber(cost, decimals) })}</span>}
      </span>
      {details.length === 0 ? null : (
        <dl className={css.details}>
          {details.map(([name, value]) => (
            <div key={name}>
              {name === '' ? null : <dt>{name}</dt>}
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

import type { JoinCheck } from '../../../../model/dataset/joinPlan.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import type { JoinDraft } from './joinDraft.ts'

const texts = defineTexts('datasetJoin.finding', {
  unique: '{table} has one row for each {keys}: no row of {other} is counted twice.',
  aggregated: '{table} is aggregated to one row for each {keys}: no row of {other} is counted twice.',
  multiplies:
    'Joining {table} would multiply rows of {other}: it has several rows for one {keys}. Aggregate {table} to one row for each {keys}.',
  repeats:
    'A row of {table} can appear for several rows of {other}: a sum of its numbers counts them several times. The columns of {table} are marked with a warning.',
  aggregate: 'Aggregate {table}',
})

interface JoinFindingProps {
  join: JoinDraft
  /** name of the earlier table that the join extends */
  leftName: string
  /** name of the first table: its rows are those of the dataset */
  firstName: string
  /** whether the joined table has numbers that could be added up */
  hasNumbers: boolean
  /** undefined until the query that checks the join has run */
  check: JoinCheck | undefined
  onAggregate: () => void
}

/** Whether a join preserves sums, and a button that helps if it does not. */
export function JoinFinding({ join, leftName, firstName, hasNumbers, check, onAggregate }: JoinFindingProps) {
  const t = useText()
  if (!check) return null
  const { table = '', aggregates } = join
  const values = { table, other: leftName, keys: join.keys.map(({ right }) => right).join(', ') }
  if (!check.is_unique) {
    return (
      <Banner
        tone="danger"
        action={
          <Button size="xs" onClick={onAggregate}>
            {t(texts.aggregate, { table })}
          </Button>
        }
      >
        {t(texts.multiplies, values)}
      </Banner>
    )
  }
  return (
    <>
      <Banner tone="success">{t(aggregates ? texts.aggregated : texts.unique, values)}</Banner>
      {check.repeats && hasNumbers ? (
        <Banner tone="warning">{t(texts.repeats, { ...values, other: firstName })}</Banner>
      ) : null}
    </>
  )
}

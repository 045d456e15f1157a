import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { MOST_JOINS } from '../../../../model/dataset/joinPlan.ts'
import { messageOf } from '../../../api/failure.ts'
import { joinPreviewQuery } from '../../../api/joins.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { SpinnerRing } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './JoinBuilder.module.css'
import { JoinCard } from './JoinCard.tsx'
import { type JoinDraft, newJoin, planOf, withJoin, withoutJoin } from './joinDraft.ts'

const texts = defineTexts('datasetJoin', {
  title: 'Joined tables',
  about:
    'Every row of {table} appears exactly once. Rows of other tables are joined where the values of the chosen columns are equal. A join that would duplicate rows is rejected.',
  name: 'Dataset name',
  add: 'Join another table',
  checking: 'Checking for repeated keys',
  sql: 'SQL',
  sqlHint: 'The dataset is virtual. Its SQL can be edited once it is saved.',
})

export interface JoinBuilderProps {
  first: { databaseId: number; schema: string; table: string }
  joins: readonly JoinDraft[]
  onChange: Dispatch<SetStateAction<JoinDraft[]>>
  name: string
  onName: (name: string) => void
}

/** The tables that are joined to the first one, the result of the check of each join, and the SQL of the dataset. */
export default function JoinBuilder({ first, joins, onChange, name, onName }: JoinBuilderProps) {
  const t = useText()
  const plan = planOf(first, joins)
  const preview = useQuery(joinPreviewQuery(plan))
  return (
    <section className={css.builder} aria-label={t(texts.title)}>
      <p className={css.about}>{t(texts.about, { table: first.table })}</p>
      <TextField label={t(texts.name)} size="md" value={name} onChange={onName} />
      {joins.map((join, at) => (
        <JoinCard
          key={join.key}
          join={join}
          at={at}
          first={first}
          joins={joins}
          check={plan ? preview.data?.checks[at] : undefined}
          onChange={(next) => onChange((now) => withJoin(now, join.key, next))}
          onRemove={() => onChange(withoutJoin(joins, at))}
        />
      ))}
      <div>
        <Button
          icon={<Plus size={14} />}
          disabled={joins.length >= MOST_JOINS}
          onClick={() => onChange([...joins, newJoin(first.schema, joins)])}
        >
          {t(texts.add)}
        </Button>
      </div>
      {plan && preview.isFetching ? (
        <output className={css.checking}>
          <SpinnerRing /> {t(texts.checking)}
        </output>
      ) : null}
      {plan && preview.error ? <Banner tone="danger">{messageOf(preview.error)}</Banner> : null}
      {plan && preview.data ? (
        <div className={css.sql}>
          <h3 className={css.heading}>{t(texts.sql)}</h3>
          <ScrollRegion label={t(texts.sql)} className={css.code}>
            <pre>{preview.data.sql}</pre>
          </ScrollRegion>
          <p className={css.hint}>{t(texts.sqlHint)}</p>
        </div>
      ) : null}
    </section>
  )
}

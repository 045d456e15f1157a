import type { ImportPlan, PlanAction, PlanStep } from '../../model/bundle/importPlan.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './ImportPlanView.module.css'

const texts = defineTexts('importPlan', {
  title: 'What the import does',
  kind: '{kind, select, dashboard {Dashboard} chart {Chart} dataset {Dataset} saved_query {Saved query} other {Database}}',
  omitted: '{count, plural, one {# more difference} other {# more differences}}',
  absent: 'none',
  changes: '{count, plural, one {# difference} other {# differences}}',
  nothing: 'The file contains no objects.',
})

const actions = defineTexts('importPlan.action', {
  conflict: 'Conflict',
  create: 'Created',
  change: 'Changed',
  same: 'No difference',
  keep: 'Left unchanged',
})

const tones: Record<PlanAction, 'danger' | 'success' | 'warning' | 'neutral'> = {
  conflict: 'danger',
  create: 'success',
  change: 'warning',
  same: 'neutral',
  keep: 'neutral',
}
/** Objects that need attention come first. */
const order = ['conflict', 'change', 'create', 'same', 'keep'] as const satisfies readonly PlanAction[]

/** The objects of a bundle, grouped by what the import does with them, with the differences of those that change. */
export function ImportPlanView({ plan }: { plan: ImportPlan }) {
  const t = useText()
  const steps = order.flatMap((action) => plan.steps.filter((step) => step.action === action))
  if (steps.length === 0) return <p className={css.hint}>{t(texts.nothing)}</p>
  return (
    <ScrollRegion label={t(texts.title)} className={css.plan}>
      <ul className={css.steps}>
        {steps.map((step) => (
          <li key={step.path} className={css.step}>
            <Tag tone={tones[step.action]}>{t(actions[step.action])}</Tag>
            <span className={css.kind}>{t(texts.kind, { kind: step.kind })}</span>
            <Step step={step} />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  )
}

function Step({ step: { name, conflicts, differences, omitted } }: { step: PlanStep }) {
  const t = useText()
  if (conflicts.length > 0)
    return (
      <div className={css.name}>
        {name}
        {conflicts.map((text) => (
          <p key={text} className={css.conflict}>
            {text}
          </p>
        ))}
      </div>
    )
  if (differences.length === 0) return <span className={css.name}>{name}</span>
  return (
    <details className={css.name}>
      <summary>
        {name} <span className={css.hint}>{t(texts.changes, { count: differences.length + omitted })}</span>
      </summary>
      <dl className={css.differences}>
        {differences.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <del>{before ?? t(texts.absent)}</del> → <ins>{after ?? t(texts.absent)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {omitted > 0 ? <p className={css.hint}>{t(texts.omitted, { count: omitted })}</p> : null}
    </details>
  )
}

import { defineTexts, useText } from '../../../ui/text.ts'
import css from './ChartCard.module.css'

const texts = defineTexts('dashboard.missingChart', {
  lost: 'There is no chart definition associated with this component, could it have been deleted?',
  remedy: 'Delete this container and save to remove this message.',
})

/** The placeholder of a deleted chart. */
export function MissingChart({ name }: { name: string | undefined }) {
  const t = useText()
  return (
    <section className={css.missing} aria-label={name}>
      <div>
        <p>{t(texts.lost)}</p>
        <p>{t(texts.remedy)}</p>
      </div>
    </section>
  )
}

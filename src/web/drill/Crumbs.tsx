import { ChevronRight } from 'lucide-react'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Crumbs.module.css'

const texts = defineTexts('drill.crumbs', { path: 'Breadcrumbs' })

interface CrumbsProps {
  /** the charts that were drilled into, with the values */
  steps: readonly string[]
  /** the current chart */
  current: string
  /** returns to the chart before this step */
  onOpen: (step: number) => void
}

/** The breadcrumbs from the first chart to the current one; each earlier chart can be opened again. */
export function Crumbs({ steps, current, onOpen }: CrumbsProps) {
  const t = useText()
  return (
    <nav aria-label={t(texts.path)}>
      <ol className={css.crumbs}>
        {steps.map((label, at) => (
          <li key={String(at)}>
            <button type="button" className={css.crumb} title={label} onClick={() => onOpen(at)}>
              {label}
            </button>
            <ChevronRight size={12} aria-hidden="true" />
          </li>
        ))}
        <li className={css.here} aria-current="step">
          {current}
        </li>
      </ol>
    </nav>
  )
}

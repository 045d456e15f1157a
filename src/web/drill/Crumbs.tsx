import { ChevronRight } from 'lucide-react'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Crumbs.module.css'

const texts = defineTexts('drill.crumbs', { path: 'Breadcrumbs' })

interface CrumbsProps {
  /** what was drilled into, with its values */
  steps: readonly string[]
  /** what is shown now */
  current: string
  /** shows what came before this step */
  onOpen: (step: number) => void
}

/** The way from the first chart to the one that is shown; each earlier one can be opened again. */
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

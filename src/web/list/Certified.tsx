import { BadgeCheck } from 'lucide-react'
import { Tooltip } from '../ui/Tooltip.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Certified.module.css'

const texts = defineTexts('certified', { by: 'Certified by {name}' })

/** The badge of a certified object; nothing if it is not certified. */
export function Certified({ by, details }: { by: string | null | undefined; details: string | null | undefined }) {
  const t = useText()
  if (!by) return null
  const words = t(texts.by, { name: by })
  return (
    <Tooltip
      text={
        <>
          {words}
          {details ? <div>{details}</div> : null}
        </>
      }
    >
      <span className={css.badge} role="img" aria-label={words}>
        <BadgeCheck size={15} />
      </span>
    </Tooltip>
  )
}

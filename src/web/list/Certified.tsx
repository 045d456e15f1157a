import { BadgeCheck } from 'lucide-react'
import { LabelledIcon } from '../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Certified.module.css'

const texts = defineTexts('certified', { by: 'Certified by {name}' })

/** The badge of a certified object; nothing if it is not certified. */
export function Certified({ by, details }: { by: string | null | undefined; details: string | null | undefined }) {
  const t = useText()
  if (!by) return null
  const words = t(texts.by, { name: by })
  return (
    <LabelledIcon
      label={words}
      tooltip={
        <>
          {words}
          {details ? <div>{details}</div> : null}
        </>
      }
      className={css.badge}
    >
      <BadgeCheck size={15} />
    </LabelledIcon>
  )
}

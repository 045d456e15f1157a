import { Popover } from '../ui/Popover.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './ChartNote.module.css'

const texts = defineTexts('chart.note', { title: 'Not everything is drawn' })

interface ChartNoteProps {
  text: string
  /** the note as it is drawn: broken into lines, and truncated if there is no room */
  drawn: string
}

/**
 * The note at the bottom of the picture, for screen readers. If the picture has no room for all of it, it is also a
 * button that shows the whole text.
 */
export default function ChartNote({ text, drawn }: ChartNoteProps) {
  const t = useText()
  if (drawn.replaceAll('\n', ' ') === text) return <p className={css.heard}>{text}</p>
  return (
    <Popover
      label={t(texts.title)}
      side="top"
      align="start"
      width={240}
      trigger={
        <button type="button" className={css.note} aria-label={text} title={text}>
          {drawn}
        </button>
      }
    >
      <p className={css.text}>{text}</p>
    </Popover>
  )
}

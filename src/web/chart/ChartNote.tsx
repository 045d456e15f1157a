import { Popover } from '../ui/Popover.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './ChartNote.module.css'

const texts = defineTexts('chart.note', { title: 'Not everything is drawn' })

interface ChartNoteProps {
  text: string
  /** as the picture shows it: in lines, and cut if there is no room */
  drawn: string
}

/**
 * What the picture says below itself, for screen readers. Where the picture has no room for all of it, it is also a
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

import { personName } from '../api/list.ts'
import { elapsedText } from '../ui/elapsedText.ts'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { defineTexts, useText } from '../ui/text.ts'

const texts = defineTexts('modified', { by: 'Modified by: {name}' })

/** Like `Modified`, for lists that contain the time as a text. */
export function ModifiedText({ text, by }: { text: string; by: { first_name: string; last_name: string } | null }) {
  const t = useText()
  return <span title={by ? t(texts.by, { name: personName(by) }) : undefined}>{elapsedText(text)}</span>
}

/** When an item was last changed; the tooltip shows by whom. */
export function Modified({ time, by }: { time: string; by: string }) {
  const t = useText()
  const text = <RelativeTime time={time} />
  return by === '' ? (
    text
  ) : (
    <Tooltip text={t(texts.by, { name: by })}>
      <span>{text}</span>
    </Tooltip>
  )
}

import { useEffect, useState } from 'react'
import { clockText } from '../../../ui/clockText.ts'
import { StatusDot, Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import type { LabQuery } from '../state/labTypes.ts'
import css from './Toolbar.module.css'

const texts = defineTexts('sqlLab.timer', { label: 'Elapsed time' })

const tickMs = 50

/** The duration of the last query. */
export function Timer({ query, isRunning }: { query: LabQuery; isRunning: boolean }) {
  const t = useText()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const end = isRunning ? now : Number(query.endDttm ?? now)
  const tone = isRunning ? 'info' : toneOf(query.state)
  return (
    <span className={css.timer} role="timer" aria-label={t(texts.label)} aria-live="off">
      <Tag tone={tone} icon={<StatusDot tone={tone} />}>
        {clockText(Math.max(0, end - Number(query.startDttm)))}
      </Tag>
    </span>
  )
}

function toneOf(state: string) {
  if (state === 'success') return 'success'
  return state === 'stopped' ? 'neutral' : 'danger'
}

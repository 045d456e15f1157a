import { useEffect, useState } from 'react'
import { AfterWait, SpinnerRing } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './WaitPill.module.css'

const texts = defineTexts('chart.wait', { stop: 'Stop', elapsed: '{seconds} s', loading: 'Loading...' })

interface WaitPillProps {
  startedAt: number
  onStop: () => void
}

/** Elapsed seconds, and a button to stop; shown only after a short delay. */
export function WaitPill(props: WaitPillProps) {
  return (
    <AfterWait>
      <Pill {...props} />
    </AfterWait>
  )
}

function Pill({ startedAt, onStop }: WaitPillProps) {
  const t = useText()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={css.wait}>
      <SpinnerRing />
      <span role="timer" aria-label={t(texts.loading)}>
        {t(texts.elapsed, { seconds: (Math.max(0, now - startedAt) / 1000).toFixed(1) })}
      </span>
      <button type="button" className={css.stop} onClick={onStop}>
        {t(texts.stop)}
      </button>
    </div>
  )
}

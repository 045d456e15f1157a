import { type ReactNode, useEffect, useState } from 'react'
import css from './Spinner.module.css'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.spinner', { loading: 'Loading...' })

/** Minimum waiting time in ms before anything spins (the value of `--wait`). */
const waitMs = 250

/** Shows its children only if the wait is longer than 250 ms. */
export function AfterWait({ children }: { children: ReactNode }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? children : null
}

/** A spinning ring, 14 px. Decorative if adjacent text says what is loading. */
export function SpinnerRing() {
  return <span className={css.ring} aria-hidden="true" />
}

/** A ring with text, after 250 ms. */
export function Spinner({ label }: { label?: string }) {
  const t = useText()
  return (
    <AfterWait>
      <output className={css.spinner}>
        <SpinnerRing />
        {label ?? t(texts.loading)}
      </output>
    </AfterWait>
  )
}

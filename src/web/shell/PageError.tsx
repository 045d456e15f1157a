import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import css from './PageError.module.css'

/** A screen that crashed or could not be loaded: 'Unexpected error' with its text, the navigation stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const failure = error instanceof Error ? error : new Error(String(error))
  return (
    <div className={css.page}>
      <ErrorPanel message={failure.message} details={failure.stack} onRetry={reset} />
    </div>
  )
}

import type { ErrorComponentProps } from '@tanstack/react-router'
import { UnexpectedError } from '../ui/UnexpectedError.tsx'
import css from './PageError.module.css'

/** A screen that crashed or failed to load: 'Unexpected error' with its message; the navigation remains. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <div className={css.page}>
      <UnexpectedError error={error} onRetry={reset} />
    </div>
  )
}

import type { ReactNode } from 'react'
import css from './Field.module.css'

export interface FieldProps {
  label: ReactNode
  /** id of the control, for the label; absent for controls with their own label */
  htmlFor?: string
  required?: boolean
  help?: ReactNode
  /** the error message; its id is in the control's aria-describedby */
  error?: string
  messageId?: string
  children: ReactNode
}

/** A control with its label above and its error message below. */
export function Field({ label, htmlFor, required = false, help, error, messageId, children }: FieldProps) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={htmlFor}>
        {label}
        {required ? (
          <span className={css.required} aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      {children}
      {error === undefined ? null : (
        <p className={css.error} id={messageId} role="alert">
          {error}
        </p>
      )}
      {help !== undefined && error === undefined ? (
        <p className={css.help} id={messageId}>
          {help}
        </p>
      ) : null}
    </div>
  )
}

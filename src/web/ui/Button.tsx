import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import css from './Button.module.css'
import { classes } from './classes.ts'
import { SpinnerRing } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export type ButtonVariant = 'default' | 'primary' | 'quiet' | 'danger' | 'dangerSolid'
export type ControlSize = 'xs' | 'sm' | 'md' | 'lg'

export interface ButtonLook {
  variant?: ButtonVariant
  /** height: xs (24 px) in rows, sm (28 px) by default, md (32 px) in dialogs and forms, lg (40 px) at sign-in */
  size?: ControlSize
  icon?: ReactNode
  iconAfter?: ReactNode
  /** the button keeps its width and text, with a spinner instead of the icon; clicks have no effect */
  busy?: boolean
  /** disabled, with the reason as a tooltip; it remains focusable so that everybody can read the reason */
  disabledReason?: string | false
  /** looks pressed, as the trigger of an open popover */
  active?: boolean
  /** square, for one icon */
  square?: boolean
}

export interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {}

/** The only button component. `type="button"` by default. */
export function Button({
  variant = 'default',
  size = 'sm',
  icon,
  iconAfter,
  busy = false,
  disabledReason = false,
  active = false,
  square = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isInert = busy || disabledReason !== false
  const button = (
    <button
      {...rest}
      type={type}
      className={classes(
        css.button,
        css[variant],
        css[size],
        square && css.square,
        active && css.active,
        disabledReason !== false && css.off,
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={isInert || undefined}
      onClick={isInert ? refuse : onClick}
    >
      {busy ? <SpinnerRing /> : icon}
      {children}
      {iconAfter}
    </button>
  )
  return disabledReason === false ? button : <Tooltip text={disabledReason}>{button}</Tooltip>
}

export interface ButtonLinkProps extends Omit<ButtonLook, 'busy' | 'disabledReason'>, ComponentPropsWithRef<'a'> {
  href: string
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'default',
  size = 'sm',
  icon,
  iconAfter,
  active = false,
  square = false,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a
      {...rest}
      className={classes(css.button, css[variant], css[size], square && css.square, active && css.active, className)}
    >
      {icon}
      {children}
      {iconAfter}
    </a>
  )
}

function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

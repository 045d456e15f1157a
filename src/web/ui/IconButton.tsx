import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconAfter' | 'square'> {
  /** its name, and its tooltip */
  label: string
  icon: ReactNode
  /** no tooltip if the name is shown next to it */
  tooltip?: false
}

/** A square button with an icon; quiet by default. */
export function IconButton({ label, icon, tooltip, variant = 'quiet', ...rest }: IconButtonProps) {
  const button = <Button {...rest} variant={variant} square icon={icon} aria-label={label} />
  // A disabled button already has a tooltip with the reason.
  if (tooltip === false || rest.disabledReason) return button
  return <Tooltip text={label}>{button}</Tooltip>
}

import type { HTMLAttributes, ReactNode } from 'react'
import { Tooltip } from './Tooltip.tsx'

interface LabelledIconProps extends HTMLAttributes<HTMLSpanElement> {
  /** what screen readers say instead */
  label: string
  /** what the pointer gets; nothing unless given */
  tooltip?: ReactNode
}

/** An icon, a dot or a short sign that carries information of its own. */
export function LabelledIcon({ label, tooltip, ...rest }: LabelledIconProps) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot hold inline SVG or text
  const icon = <span role="img" aria-label={label} {...rest} />
  return tooltip === undefined ? icon : <Tooltip text={tooltip}>{icon}</Tooltip>
}

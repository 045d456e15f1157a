import type { HTMLAttributes, ReactNode } from 'react'
import { Tooltip } from './Tooltip.tsx'

interface LabelledIconProps extends HTMLAttributes<HTMLSpanElement> {
  /** the text for screen readers */
  label: string
  /** the tooltip; none unless given */
  tooltip?: ReactNode
}

/** An icon, a dot or a short sign that conveys information. */
export function LabelledIcon({ label, tooltip, ...rest }: LabelledIconProps) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot hold inline SVG or text
  const icon = <span role="img" aria-label={label} {...rest} />
  return tooltip === undefined ? icon : <Tooltip text={tooltip}>{icon}</Tooltip>
}

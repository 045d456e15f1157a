import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Banner.module.css'
import { classes } from './classes.ts'
import tones from './Tone.module.css'

export interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'danger'
  children: ReactNode
  /** actions on the right */
  action?: ReactNode
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

/** A one-line message about the region that contains it. */
export function Banner({ tone, children, action }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div className={classes(css.banner, tones[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={16} />
      <div className={css.text}>{children}</div>
      {action}
    </div>
  )
}

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Banner.module.css'
import { classes } from './classes.ts'
import tones from './Tone.module.css'

export interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'danger'
  children: ReactNode
  /** at the right: the way out */
  action?: ReactNode
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

/** One line about the region it stands in. */
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

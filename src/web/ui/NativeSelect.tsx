import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import css from './NativeSelect.module.css'

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  /** md in dialogs and forms, xs in dense rows */
  size?: 'xs' | 'sm' | 'md'
}

/**
 * The browser's own select with our style. For a few fixed choices, and for pages with hundreds of selects, where each
 * Base UI select would be a whole component tree.
 */
export function NativeSelect({ size = 'sm', className, ...props }: NativeSelectProps) {
  return (
    <span className={classes(css.wrap, className)} data-size={size}>
      <select className={css.select} {...props} />
      <ChevronDown size={size === 'xs' ? 12 : 14} aria-hidden="true" />
    </span>
  )
}

import { defaultSchema } from 'rehype-sanitize'

/**
 * The tags that are allowed in texts written by users, such as those of a dashboard: no scripts, styles, frames or
 * forms.
 */
export const pageTags: string[] = [...(defaultSchema.tagNames ?? []), 'center', 'figure', 'figcaption', 'mark', 'u']

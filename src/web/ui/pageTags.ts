import { defaultSchema } from 'rehype-sanitize'

/** The tags of texts that users write, such as a dashboard's: no scripts, styles, frames or forms. */
export const pageTags: string[] = [...(defaultSchema.tagNames ?? []), 'center', 'figure', 'figcaption', 'mark', 'u']

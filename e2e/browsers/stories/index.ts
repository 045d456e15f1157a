import type { Story } from '../../harness/story.ts'
import { stories as dashboard } from './dashboard.ts'
import { stories as data } from './data.ts'
import { stories as edit } from './edit.ts'
import { stories as explore } from './explore.ts'
import { stories as lists } from './lists.ts'
import { stories as session } from './session.ts'

/** Stories that run in every browser, in this order. */
export const browserStories: Story[] = [...session, ...lists, ...dashboard, ...edit, ...explore, ...data]

import { defineTexts } from '../../ui/text.ts'

/** The names of notification methods. */
export const methodTexts = defineTexts('reportMethods', { Email: 'Email', Slack: 'Slack', Webhook: 'Webhook' })

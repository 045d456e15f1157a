/** The first words of a failure: no `Error: ` under a heading that says so, no further lines. */
export const plainMessage = (message: string): string => message.replace(/^Error: /, '').split('\n')[0] ?? ''

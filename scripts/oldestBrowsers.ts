/** The oldest browsers in which the product works, by their names in the compatibility data. README names them. */
export const oldestBrowsers = { chrome: '119', edge: '119', firefox: '121', safari: '17.4', safari_ios: '17.4' }

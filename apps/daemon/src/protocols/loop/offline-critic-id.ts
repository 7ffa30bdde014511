/** The critic that needs no model, by name: what is known of it without loading it. */
export const OFFLINE_CRITIC = 'grounded';
export const OFFLINE_CRITIC_NAME = 'Offline critic (grounded)';

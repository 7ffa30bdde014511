import menu from '../menu.json' with { type: 'json' };

/** Posts today's menu. */
export function lunch(day, post) {
  const dishes = menu[day];
  for (const dish of dishes) post(dish.name);
}
